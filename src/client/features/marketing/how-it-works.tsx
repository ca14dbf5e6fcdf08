// The three steps from nothing to a counted display.
const STEPS = [
  {
    title: 'Write what happened',
    text: 'One plain sentence, a picture and a link if you like. The preview is the widget itself.',
  },
  { title: 'Paste one line', text: 'A script tag before </body>. It loads beside your page and never holds it up.' },
  {
    title: 'Watch it count',
    text: 'Displays and clicks rise in your list while visitors browse. Switch a notice off whenever it is no longer true.',
  },
];

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="border-line border-t">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-8 px-4 py-16 md:px-8 md:py-20 lg:grid-cols-[5fr_6fr]">
        <h2 id="how" className="font-display font-semibold text-3xl tracking-tight md:text-4xl">
          How it works
        </h2>
        <ol className="border-line border-t">
          {STEPS.map((step, at) => (
            <li key={step.title} className="flex gap-5 border-line border-b py-5">
              <span className="w-5 shrink-0 font-semibold text-muted tabular-nums">{at + 1}</span>
              <div>
                <h3 className="font-semibold">{step.title}</h3>
                <p className="mt-1 text-muted text-sm">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
