// Toasts: short messages at the bottom of the screen. They close by themselves, or by button, swipe or Escape.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { failureOf } from '#client/auth/failures.ts';
import type { ToastText } from '#shared/messages.ts';
import { useIsHydrated } from '../hooks/use-is-hydrated.ts';
import { Button, IconButton } from './button.tsx';
import { useToastPlace } from './toast-place.ts';
import { createToastStore, type ToastEntry, type ToastMessage } from './toast-store.ts';

// One store for the whole page: toasts also come from outside React, for example when a session expires.
const store = createToastStore((run, ms) => setTimeout(run, ms));

/** Shows a toast, replacing the open one. */
export function toast(message: ToastMessage): void {
  store.show(message, window.location.pathname);
}

/** @returns a handler that says in a toast what failed, and why. */
export const toastFailed =
  (failed: ToastText) =>
  (error: unknown): void =>
    toast({ ...failed, description: failureOf(error).message, tone: 'danger' });

/** In ms; longer for failures and actions. Hover and focus pause it. */
const duration = ({ tone, action }: ToastMessage) => (tone === 'danger' || action ? 10_000 : 5_000);

/** Rendered once, at the root, after the pages: what they raise as they open is theirs. No part of prerendered pages. */
export const Toaster = () => useIsHydrated() && <Toasts />;

function Toasts() {
  const toasts = useSyncExternalStore(store.subscribe, store.list, store.list);
  const viewport = useRef<HTMLOListElement>(null);
  useToastPlace(viewport, toasts);
  const { pathname } = useLocation();
  useEffect(() => store.open(pathname), [pathname]);
  return (
    <RadixToast.Provider swipeDirection="right" label="Message">
      {toasts.map((entry) => (
        <Card key={entry.id} entry={entry} />
      ))}
      <RadixToast.Viewport
        label="Messages ({hotkey})"
        ref={viewport}
        // Announced by Radix elsewhere. The attribute keeps it in reach of screen readers while a modal dialog hides the page.
        aria-live="off"
        className="-translate-x-1/2 pointer-events-none fixed bottom-0 left-1/2 z-70 w-full px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] outline-none sm:max-w-[408px] sm:p-4"
      />
    </RadixToast.Provider>
  );
}

function Card({ entry }: { entry: ToastEntry }) {
  const { id, isOpen, title, description, tone = 'default', action } = entry;
  return (
    <RadixToast.Root
      type="background"
      open={isOpen}
      duration={duration(entry)}
      onOpenChange={(next) => !next && store.dismiss(id)}
      className="pointer-events-auto flex items-start gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-4 shadow-float data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=end]:animate-toast-swipe"
    >
      {tone === 'success' && <CircleCheck aria-hidden="true" size={18} className="mt-2 shrink-0 text-success" />}
      {tone === 'danger' && <CircleAlert aria-hidden="true" size={18} className="mt-2 shrink-0 text-danger" />}
      <div className="min-w-0 flex-1 py-[7px]">
        <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>
        {description && <RadixToast.Description className="mt-0.5 text-muted">{description}</RadixToast.Description>}
      </div>
      {action && (
        <RadixToast.Action asChild altText={action.label} onClick={action.onSelect}>
          <Button variant="secondary" size="sm" className="mt-0.5">
            {action.label}
          </Button>
        </RadixToast.Action>
      )}
      <RadixToast.Close asChild>
        <IconButton label="Close" className="text-muted">
          <X aria-hidden="true" size={16} />
        </IconButton>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
