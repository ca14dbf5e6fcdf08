// The code of a currency: typed, or one of the usual ones.
import { type ComponentProps, useId } from 'react';
import { Input } from './input.tsx';

const USUAL = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF INR JPY MXN NOK NZD PLN RON SEK SGD TRY USD ZAR'.split(' ');

export function CurrencyInput(props: ComponentProps<'input'>) {
  const id = useId();
  return (
    <>
      <Input
        placeholder="e.g. EUR"
        list={id}
        maxLength={3}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        className="max-w-36 uppercase placeholder:normal-case"
        {...props}
      />
      <datalist id={id}>
        {USUAL.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  );
}
