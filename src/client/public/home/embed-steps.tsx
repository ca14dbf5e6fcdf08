// How it gets onto a page: three steps, the second of which is the snippet itself.
import { Link } from 'react-router';
import { guideHref, PLATFORMS } from '#client/content/links.ts';
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
      lead="It never blocks, shifts or breaks the page, even when your server is down."
      more={<Guides />}
      isSplit
    >
      <div>
        <div className="min-h-[8.5rem] sm:min-h-[7.25rem]">
          <CodeBlock code={snippet} label="Your page, before </body>" isMain />
        </div>
        <ol className="mt-8 border-line border-t">
          <Step at={1} title="Write what happened">
            One sentence, with a picture and a link if you like.
          </Step>
          <Step at={2} title="Paste the line">
            In your theme, tag manager or page. Site Setup shows where it was seen.
          </Step>
          <Step at={3} title="Watch it count">
            See displays and clicks as visitors browse.
          </Step>
        </ol>
      </div>
    </Section>
  );
}

const Guides = () => (
  <nav aria-labelledby="embed-guides" className="mt-8 lg:mt-12">
    <h3 id="embed-guides" className="font-semibold text-table">
      Guides for
    </h3>
    <ul className="mt-3 flex max-w-sm flex-wrap gap-2">
      {PLATFORMS.map(({ value, label }) => (
        <li key={value}>
          <Link
            to={guideHref(`install-${value}`)}
            className="flex h-10 items-center rounded-control border border-line bg-surface px-3 text-table hover:border-field"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const Step = ({ at, title, children }: { at: number; title: string; children: string }) => (
  <li className="flex gap-5 border-line border-b py-4">
    <span className="w-5 shrink-0 font-semibold text-muted tabular-nums">{at}</span>
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1 text-muted leading-relaxed">{children}</p>
    </div>
  </li>
);
