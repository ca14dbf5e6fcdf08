// The one client of every call to a shop. Owners type where their shop is, and may type anything: only https and addresses
// of the internet are called, the address that was checked is the one that is connected to, and whatever answers, or
// doesn't, takes no more than so much time and memory.
import { type LookupAddress, lookup as lookUp } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#shared/time.ts';
import { isPublicAddress, ShopError } from '../../domain/events/shop.ts';

export type ShopCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** May lead on once, to the same name with or without `www.`, or from http to https. Not for calls with keys. */
  isFollowing?: boolean;
};
export type ShopAnswer = {
  status: number;
  /** @param name in lower case. */
  header(name: string): string | undefined;
  text: string;
  /** What answered: where the call led on to. */
  url: string;
};
/** Makes one call. @returns whatever the shop answers but 429 and 5xx. @throws ShopError */
export type AskShop = (call: ShopCall) => Promise<ShopAnswer>;

/** For all of a call, with what it leads on to and its further attempts. */
const TIME_MAX = 10 * SECOND;
const ANSWER_MAX_BYTES = 5 * 1024 * 1024;
/** Pauses before further attempts. What fails for longer is for the queue of jobs. */
const PAUSES = [SECOND / 2];
/** The longest wait that a shop may ask for, in seconds. */
const WAIT_MAX = 3_600;

export type ShopClientSettings = {
  /** Whether http and addresses of private networks are called, too: for development. */
  isPrivateAllowed: boolean;
  lookup?: typeof lookUp;
  /** Milliseconds. */
  timeout?: number;
  pauses?: readonly number[];
};

/** Errors of connections whose certificate is wrong: they stay wrong. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|TLS_CERT_ALTNAME/;

/** @returns what went wrong, in words. What others say may quote the address, and so keys. */
function faultOf(host: string, error: unknown): ShopError {
  if (error instanceof ShopError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return new ShopError('unavailable', `The certificate of ${host} isn't valid (${code})`);
  if (code === 'ENOTFOUND') return new ShopError('unavailable', `There is no server called ${host}`);
  return new ShopError('unavailable', `${host} is out of reach${/^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : ''}`);
}

const forbidden = (host: string) =>
  new ShopError('forbidden', `${host} isn't an address on the internet, so it can't be called from here`);

/** @returns seconds to wait; undefined when the answer doesn't say, or in a date. */
function waitOf({ header }: ShopAnswer): number | undefined {
  const seconds = Number(header('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), WAIT_MAX) : undefined;
}

/** @returns where an answer leads on to, if that is the same name, perhaps with or without `www.`, and no less safe. */
function nextOf(from: URL, answer: ShopAnswer): URL | null {
  const location = answer.header('location');
  if (!location || !URL.canParse(location, from.href)) return null;
  const to = new URL(location, from.href);
  const bare = ({ hostname }: URL) => hostname.replace(/^www\./, '');
  const isSame = bare(to) === bare(from) && (to.protocol === 'https:' || to.protocol === from.protocol);
  // Another port of the same machine may be anybody's.
  return isSame && (to.port === from.port || to.port === '') && !to.username && !to.password ? to : null;
}

export function makeShopClient(settings: ShopClientSettings): AskShop {
  const { isPrivateAllowed, lookup = lookUp, timeout = TIME_MAX, pauses = PAUSES } = settings;

  /** Gives only addresses that may be called to whoever connects: what is checked is what is connected to. */
  const lookupOpen: LookupFunction = (host, options, give) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const open = error ? [] : found.filter(({ address }) => isPrivateAllowed || isPublicAddress(address));
      const [first] = open;
      if (error || !first) return give(error ?? forbidden(host), [], 0);
      return options.all ? give(null, open) : give(null, first.address, first.family);
    });
  };

  /** @returns the address, which may be called as far as it says so itself. @throws ShopError */
  function check(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (!url || (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:')))
      throw new ShopError('forbidden', 'Only https addresses are called');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // What is a number already is never looked up.
    if (isIP(host) && !isPrivateAllowed && !isPublicAddress(host)) throw forbidden(host);
    return url;
  }

  const askOnce = (url: URL, { method, headers, body }: ShopCall, signal: AbortSignal): Promise<ShopAnswer> =>
    new Promise((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      const fail = (error: unknown) => {
        reject(signal.aborted ? new ShopError('unavailable', `${url.hostname} didn't answer in time`) : error);
        asking.destroy();
      };
      const all = {
        accept: 'application/json',
        // What is compressed may be gigabytes.
        'accept-encoding': 'identity',
        'user-agent': 'Proofbell',
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      };
      // No connection is kept: the next call looks anew at where the name leads.
      const asking = request(url, { method, headers: all, agent: false, lookup: lookupOpen, signal });
      asking.on('error', fail);
      asking.on('response', (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('error', fail);
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > ANSWER_MAX_BYTES)
            return fail(new ShopError('garbage', `${url.hostname} answered more than 5 MiB`));
          parts.push(part);
          return undefined;
        });
        answer.on('end', () => {
          if (!answer.complete) return fail(new ShopError('unavailable', `${url.hostname} broke off its answer`));
          const header = (name: string) => {
            const value = Object.hasOwn(answer.headers, name) ? answer.headers[name] : undefined;
            return Array.isArray(value) ? value[0] : value;
          };
          if (!['identity', undefined].includes(header('content-encoding')))
            return fail(new ShopError('garbage', `${url.hostname} answered in a compressed form`));
          const text = Buffer.concat(parts).toString('utf8');
          return resolve({ status: answer.statusCode ?? 0, header, text, url: url.href });
        });
      });
      asking.end(body);
    });

  /** @returns the answer; an error where another attempt may help, and `again` says whether it is harmless. */
  async function attempt(url: URL, call: ShopCall, signal: AbortSignal) {
    try {
      const answer = await askOnce(url, call, signal);
      if (answer.status !== 429 && answer.status < 500) return { answer };
      const fault = new ShopError('unavailable', `${url.hostname} answered ${answer.status}`, waitOf(answer));
      // 429 and 503 say that nothing was done.
      return { fault, isHarmless: call.method !== 'POST' || [429, 503].includes(answer.status) };
    } catch (error) {
      const fault = faultOf(url.hostname, error);
      return { fault, isHarmless: call.method !== 'POST' && fault.kind === 'unavailable' && !signal.aborted };
    }
  }

  return async (call) => {
    const signal = AbortSignal.timeout(timeout);
    const end = performance.now() + timeout;
    let url = check(call.url);
    let hasFollowed = false;
    for (let attempts = 0; ; ) {
      const { answer, fault, isHarmless } = await attempt(url, call, signal);
      if (answer) {
        const next = call.isFollowing && answer.status >= 300 && answer.status < 400 ? nextOf(url, answer) : null;
        if (!next || hasFollowed) return answer;
        url = check(next.href);
        hasFollowed = true;
        continue;
      }
      const wait = Math.max(pauses[attempts++] ?? Infinity, (fault.retryAfter ?? 0) * SECOND);
      if (!isHarmless || performance.now() + wait >= end) throw fault;
      await pause(wait, undefined, { ref: false });
    }
  };
}
