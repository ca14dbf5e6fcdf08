// The card form. The browser compares the typed number with the test numbers and sends only the name of the test card; the
// field has no name, so that no browser ever sends its content, scripts or not.
import { html, raw } from 'hono/html';
import type { TestCard } from '../../domain/billing/sandbox-desk.ts';
import type { Html } from '../page.ts';

/** What each card does; a checkout doesn't offer one that is accepted and pays nothing: there it is declined. */
const CARDS: readonly { number: string; card: TestCard; what: string }[] = [
  { number: '4242 4242 4242 4242', card: 'pays', what: 'Pays' },
  { number: '4000 0000 0000 0341', card: 'fails-later', what: 'Is accepted, but payments fail' },
  { number: '4000 0000 0000 9995', card: 'insufficient-funds', what: 'Has insufficient funds' },
  { number: '4000 0000 0000 0002', card: 'declined', what: 'Is declined' },
];

export const CARD_STYLE = `
.card-form{margin:24px 0 0}
.card-form .input{height:44px;margin-bottom:8px;font-size:16px;font-variant-numeric:tabular-nums;letter-spacing:.02em}
.card-form .input[aria-invalid=true]{border-color:var(--danger)}
.card-form .error{margin:0 0 8px;color:var(--danger)}
.card-form .button.secondary{margin-top:0}
.card-form .button[disabled]{opacity:.7;cursor:default}
.cards{margin:16px 0 0;padding:0;border:0}
.cards legend{margin-bottom:8px;padding:0;color:var(--muted);font-size:13px}
.cards button,.cards label{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px;width:100%;min-height:36px;margin:0;padding:8px 12px;border:1px solid var(--line);border-bottom-width:0;background:transparent;color:inherit;font:inherit;font-size:13px;text-align:left;cursor:pointer}
.cards :is(button,label):first-of-type{border-radius:6px 6px 0 0}.cards :is(button,label):last-of-type{border-bottom-width:1px;border-radius:0 0 6px 6px}
.cards :is(button,label):hover{background:var(--raised)}
.cards b{font-weight:500;font-variant-numeric:tabular-nums;white-space:nowrap}.cards span{color:var(--muted)}
.cards label{justify-content:flex-start;font-weight:400}
.cards+.button{margin-top:12px}`;

const NUMBERS = JSON.stringify(Object.fromEntries(CARDS.map(({ number, card }) => [number.replaceAll(' ', ''), card])));

/** Plain, and small enough to be read at a glance: the policy of the page names its hash. */
export const CARD_SCRIPT = `{
const cards=${NUMBERS};
for(const form of document.querySelectorAll('.card-form[hidden]')){
const number=form.querySelector('.number'),error=form.querySelector('.error'),pay=form.querySelector('.pay');
const digits=()=>number.value.replace(/\\D/g,'');
const say=text=>{error.textContent=text;error.hidden=!text;if(text)number.setAttribute('aria-invalid','true');else number.removeAttribute('aria-invalid')};
number.addEventListener('input',()=>{say('');if(number.selectionStart===number.value.length&&!/[^\\d ]/.test(number.value))number.value=digits().slice(0,19).replace(/(.{4})(?=.)/g,'$1 ')});
for(const fill of form.querySelectorAll('.cards button'))fill.addEventListener('click',()=>{number.value=fill.querySelector('b').textContent;say('');pay.focus()});
form.addEventListener('submit',event=>{
const typed=digits(),card=Object.hasOwn(cards,typed)?cards[typed]:null;
if(!card){event.preventDefault();number.value='';say(typed?'That is none of the test cards below. It was not sent anywhere. Never type a real card here.':'Type the number of a test card, or choose one below.');number.focus();return}
form.querySelector('[name=card]').value=card;number.value='';pay.disabled=true;pay.textContent=pay.dataset.busy});
addEventListener('pageshow',event=>{if(event.persisted)location.reload()});
form.hidden=false}
}`;

/**
 * @param action where the name of the card goes. @param pay what the button says, and says while it works.
 * @param fields further hidden ones.
 */
export function cardForm(
  place: 'checkout' | 'portal',
  action: string,
  pay: { label: string; busy: string },
  fields: Html = html``,
): Html {
  const offered = CARDS.filter(({ card }) => place === 'portal' || card !== 'fails-later');
  const button = html`button pay${place === 'portal' ? ' secondary' : ''}`;
  const choices = offered.map(
    ({ number, what }) => html`<button type="button"><b>${number}</b><span>${what}</span></button>`,
  );
  const plainChoices = offered.map(
    ({ number, card, what }, i) =>
      html`<label><input type="radio" name="card" value="${card}"${i === 0 ? raw(' checked') : ''}><b>${number}</b><span>${what}</span></label>`,
  );
  return html`<form class="card-form" method="post" action="${action}" autocomplete="off" novalidate hidden>${fields}
<input type="hidden" name="card">
<label for="number">Test card number</label>
<input class="input number" id="number" inputmode="numeric" autocomplete="off" spellcheck="false" maxlength="23" placeholder="4242 4242 4242 4242" aria-describedby="number-error">
<p class="error" id="number-error" role="alert" hidden></p>
<button class="${button}" data-busy="${pay.busy}">${pay.label}</button>
<fieldset class="cards"><legend>Test cards. Choose one to fill it in; no expiry date or code is needed.</legend>${choices}</fieldset></form>
<noscript><form class="card-form" method="post" action="${action}">${fields}
<fieldset class="cards"><legend>Test cards</legend>${plainChoices}</fieldset><button class="${button}">${pay.label}</button></form></noscript>`;
}
