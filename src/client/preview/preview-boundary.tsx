// Keeps a failing preview from taking its screen, and what is being edited there, down with it.
import { Component, type ReactNode } from 'react';
import { SmallButton } from '#client/ui/button.tsx';

type PreviewBoundaryProps = { children: ReactNode };

export class PreviewBoundary extends Component<PreviewBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="grid justify-items-center gap-3 rounded-panel border border-line bg-raised px-5 py-10 text-center">
        <p className="text-muted">The preview failed. Your settings are not affected.</p>
        <SmallButton onClick={() => this.setState({ hasFailed: false })}>Show it again</SmallButton>
      </div>
    );
  }
}
