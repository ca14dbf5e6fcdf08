// One post: its text, what is on the page, and the posts before and after it.
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import { NotFoundPage } from '#client/app/not-found-page.tsx';
import type { PostEntry } from '#client/content/document.ts';
import { DocumentPage } from '#client/content/document-page.tsx';
import { Neighbors } from '#client/content/neighbors.tsx';
import { BESIDE_TEXT, OnThisPage, TEXT_COLUMN } from '#client/content/on-this-page.tsx';
import { findPost, posts } from '#client/content/posts.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { TextLink } from '#client/ui/link.tsx';
import { PostLine } from './post-line.tsx';

export default function BlogPostPage() {
  const { id = '' } = useParams();
  const post = findPost(id);
  return post ? <Post key={post.id} post={post} /> : <NotFoundPage />;
}

function Post({ post }: { post: PostEntry }) {
  useTitle(post.title);
  const at = posts.indexOf(post);
  return (
    <div className="mx-auto max-w-6xl px-4 py-10 md:px-8 md:py-12">
      <div className={BESIDE_TEXT}>
        <article className={TEXT_COLUMN}>
          <TextLink to={screens.blog.href()} className="-my-1 inline-flex items-center gap-1.5 py-1 text-table">
            <ArrowLeft aria-hidden="true" size={14} />
            All posts
          </TextLink>
          <h1 className="mt-5 text-balance font-display text-title outline-none md:text-display">{post.title}</h1>
          <p className="mt-2 mb-3 max-w-[60ch] text-pretty text-base text-muted leading-relaxed">{post.summary}</p>
          <PostLine post={post} />
          <div className="mt-8 border-line border-t pt-8">
            <DocumentPage name={post.name} />
          </div>
          <Neighbors
            label="More posts"
            // The list is the newest first.
            previous={linkOf(posts[at + 1])}
            next={linkOf(posts[at - 1])}
          />
        </article>
        <OnThisPage headings={post.headings.filter(({ isSub }) => !isSub)} />
      </div>
    </div>
  );
}

const linkOf = (post: PostEntry | undefined) => post && { to: screens.blogPost.href(post.id), title: post.title };
