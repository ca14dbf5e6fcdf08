// The blog: all posts, the newest first.
import { Rss } from 'lucide-react';
import { Link } from 'react-router';
import { posts } from '#client/content/posts.ts';
import { useTitle } from '#client/hooks/use-title.ts';
import { screens } from '#client/screens.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { PostLine } from './post-line.tsx';

export default function BlogPage() {
  useTitle('Blog');
  return (
    <div className="mx-auto max-w-6xl px-4 py-12 md:px-8 md:py-16">
      <PageHeader
        title="Blog"
        description="Social proof that's true: how to install it, word it, measure it and keep it fast."
        action={
          <a
            href="/blog/feed.xml"
            className="inline-flex min-h-8 items-center gap-2 rounded-control font-medium text-accent hover:underline"
          >
            <Rss aria-hidden="true" size={16} />
            RSS feed
          </a>
        }
      />
      <ol className="mt-10 border-line border-t">
        {posts.map((post) => (
          <li key={post.id} className="border-line border-b">
            <article className="grid gap-x-12 gap-y-2 py-6 md:grid-cols-[14rem_minmax(0,36rem)] md:py-8">
              <PostLine post={post} />
              <div className="max-md:order-first">
                <h2 className="text-balance font-display text-heading">
                  <Link
                    to={screens.blogPost.href(post.id)}
                    className="rounded-control decoration-accent/35 underline-offset-4 hover:text-accent hover:underline"
                  >
                    {post.title}
                  </Link>
                </h2>
                <p className="mt-1.5 text-pretty text-base text-muted leading-relaxed">{post.summary}</p>
              </div>
            </article>
          </li>
        ))}
      </ol>
    </div>
  );
}
