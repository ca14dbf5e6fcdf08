// When a post was published, and how long it takes to read.
import type { PostEntry } from '#client/content/document.ts';
import { longDay } from '#client/format/dates.ts';

export const PostLine = ({ post }: { post: PostEntry }) => (
  <p className="text-muted text-table">
    <time dateTime={post.date}>{longDay(post.date)}</time>
    <span aria-hidden="true"> · </span>
    <span className="sr-only">, </span>
    {post.minutes} min read
  </p>
);
