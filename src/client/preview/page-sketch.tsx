// A page in outline, to stand behind a notice: whose page it is does not matter, so it has no words. It stays light in
// dark mode, as the page of a visitor would.
export function PageSketch() {
  return (
    <div aria-hidden="true" className="absolute inset-0 bg-[#f3f3f1] p-5">
      <div className="flex items-center justify-between">
        <div className="h-2.5 w-20 rounded-full bg-[#d5d5d0]" />
        <div className="flex gap-2">
          <div className="h-2 w-8 rounded-full bg-[#e1e1dc]" />
          <div className="h-2 w-8 rounded-full bg-[#e1e1dc]" />
        </div>
      </div>
      <div className="mt-6 grid grid-cols-[2fr_3fr] gap-4">
        <div className="h-28 rounded-panel bg-[#e4e4df]" />
        <div className="space-y-2.5 pt-2">
          <div className="h-3 w-3/4 rounded-full bg-[#d5d5d0]" />
          <div className="h-2 w-full rounded-full bg-[#e1e1dc]" />
          <div className="h-2 w-5/6 rounded-full bg-[#e1e1dc]" />
        </div>
      </div>
    </div>
  );
}
