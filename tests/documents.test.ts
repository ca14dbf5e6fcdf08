// What the build makes of a document's front matter: the plain data of which lists, feeds and metadata are made.
import { describe, expect, it } from 'vitest';
import { buildDocument, readingTime } from '#build/content.ts';

const post = (front: string, text = 'Some text.') => buildDocument('blog/a-post', `---\n${front}\n---\n${text}\n`);
const FRONT = 'title: A post\nsummary: What it says.\ndate: 2026-11-09';

describe('reading time', () => {
  it.each([
    [0, 0],
    [1, 1],
    [230, 1],
    [231, 2],
    [1_000, 5],
  ])('of %i words is %i minutes', (words, minutes) => {
    expect(readingTime('word '.repeat(words))).toBe(minutes);
  });

  it('is that of the text, without the marks of Markdown', () => {
    expect(post(FRONT, `## A heading\n\n${'**word** '.repeat(228)}`).entry).toMatchObject({ minutes: 1 });
    expect(post(FRONT, `## A heading\n\n${'**word** '.repeat(229)}`).entry).toMatchObject({ minutes: 2 });
  });
});

describe('front matter', () => {
  it('of a post has a day, and makes the end of its address', () => {
    expect(post(`${FRONT}\nkeywords: [one]`, '## Part\n\nText.').entry).toEqual({
      name: 'blog/a-post',
      id: 'a-post',
      title: 'A post',
      summary: 'What it says.',
      date: '2026-11-09',
      keywords: ['one'],
      minutes: 1,
      headings: [{ id: 'part', text: 'Part', isSub: false }],
    });
  });

  it.each([
    ['no day', 'title: A post\nsummary: What it says.', /content\/blog\/a-post\.md: date/],
    ['a day that does not exist', FRONT.replace('11-09', '02-30'), /date/],
    ['an order, which follows from the day', `${FRONT}\norder: 1`, /order/],
    ['a title of tags alone', FRONT.replace('A post', '<b></b>'), /title/],
  ])('of a post is refused with %s', (_, front, issue) => {
    expect(() => post(front)).toThrow(issue);
  });

  it('of a guide has no day, and of a page may say when it changed', () => {
    const front = '---\ntitle: A page\nsummary: What it says.\norder: 1\n';
    expect(() => buildDocument('guides/x', `${front}date: 2026-11-09\n---\n`)).toThrow(/date/);
    expect(buildDocument('pages/x', `${front}updated: 2026-11-09\n---\n`).entry).toMatchObject({
      updated: '2026-11-09',
    });
  });

  it('titles and summaries, which lists and feeds show, are plain text [spec 9.25]', () => {
    const { entry } = post(
      `title: 'Oak &amp; Iron <b onclick="alert(1)">bold</b>'\nsummary: '<img src=x onerror=alert(1)>5 < 6 <script>alert(1)</script>\n\n  &amp;amp; more'\ndate: 2026-11-09`,
    );
    expect(entry).toMatchObject({ title: 'Oak & Iron bold', summary: '5 < 6 &amp; more' });
  });
});

it('a space between two marked words of a list stays', () => {
  const { sections } = buildDocument(
    'guides/x',
    '---\ntitle: A\nsummary: B\norder: 1\n---\n- **One.** *Two*\n- Three\n',
  );
  expect(sections[0]?.text).toBe('One. Two Three');
});
