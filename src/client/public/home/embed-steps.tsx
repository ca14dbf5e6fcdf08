// How it gets onto a page: three steps, the second of which is the snippet itself.
import { useInstallation } from '#client/data/installation.ts';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { Section } from './section.tsx';

export function EmbedSteps() {
  const publicUrl = useInstallation().data?.publicUrl ?? '';
  const snippet = `<script async src="${publicUrl}/widget.js" data-site-id="YOUR-SITE-ID"></script>`;
  return (
    <Section
      id="embed"
      title="One line, anywhere in your page"
      lead="It never blocks, shifts or breaks the page, and when your server is down, it is silent."
      isSplit
    >
      <div>
        <div className="min-h-[8.5rem] sm:min-h-[7.25rem]">
          <CodeBlock code={snippet} label="Your page, before </body>" isMain />
        </div>
        <ol className="mt-8 border-line border-t">
          <Step at={1} title="Write what happened">
            One plain sentence, plus a picture and a link if you like. The preview is the real widget.
          </Step>
          <Step at={2} title="Paste the line">
            Shopify, WordPress, Webflow, a tag manager or plain HTML. It loads in the background and never holds up your
            page; Site Setup tells you where it was seen.
          </Step>
          <Step at={3} title="Watch it count">
            Displays and clicks go up as visitors browse. Turn a notification off when it’s no longer true.
          </Step>
        </ol>
      </div>
    </Section>
  );
}

const Step = ({ at, title, children }: { at: number; title: string; children: string }) => (
  <li className="flex gap-5 border-line border-b py-4">
    <span className="w-5 shrink-0 font-semibold text-muted tabular-nums">{at}</span>
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-muted leading-relaxed">{children}</p>
    </div>
  </li>
);
