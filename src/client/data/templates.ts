// Templates: what notifications can be made from. The gallery shows them all at once, so its searches and filters ask
// nobody.
import { useMemo } from 'react';
import { failureOf } from '#client/auth/failures.ts';
import { trpc } from '#client/auth/trpc.ts';
import type { Template } from '#shared/contract/template.ts';
import { TEMPLATE_PAGE_SIZE_MAX } from '#shared/limits.ts';

const FIRST = { limit: TEMPLATE_PAGE_SIZE_MAX, includeUsage: true } as const;
const SECOND = { ...FIRST, page: 2 } as const;

/**
 * All templates that can be used, the owner's own first, each with its usage. Two pages hold them: the most that an
 * account can have is one page (limits.ts). If either can't be loaded, there is an error and no list.
 */
export function useAllTemplates({ isNeeded = true } = {}) {
  // Usage changes with every notification made or deleted, so a look is always a fresh one.
  const first = trpc.templates.list.useQuery(FIRST, { staleTime: 0, enabled: isNeeded });
  const hasSecond = (first.data?.total ?? 0) > TEMPLATE_PAGE_SIZE_MAX;
  const second = trpc.templates.list.useQuery(SECOND, { staleTime: 0, enabled: isNeeded && hasSecond });
  const templates = useMemo(
    () => first.data && [...first.data.templates, ...(second.data?.templates ?? [])],
    [first.data, second.data],
  );
  const error = (first.data ? null : first.error) ?? (hasSecond && !second.data ? second.error : null);
  return {
    templates: error ? undefined : templates,
    error,
    isFetching: first.isFetching || second.isFetching,
    refetch: () => Promise.all([first.refetch(), hasSecond && second.refetch()]),
  };
}

/** Edits the gallery's lists at once; what else was fetched of templates is fetched again. */
function useListEdit() {
  const utils = trpc.useUtils();
  return async (edit: (templates: Template[], page: 1 | 2) => Template[]) => {
    await utils.templates.list.cancel();
    utils.templates.list.setData(FIRST, (list) => list && { ...list, templates: edit(list.templates, 1) });
    utils.templates.list.setData(SECOND, (list) => list && { ...list, templates: edit(list.templates, 2) });
    void utils.templates.list.invalidate();
  };
}

/** A new template is at the top of the list. */
function useAdded() {
  const edit = useListEdit();
  return {
    onSuccess: (template: Template) =>
      edit((templates, page) => (page === 1 ? [{ ...template, usageCount: 0 }, ...templates] : templates)),
  };
}

export const useCreateTemplate = () => trpc.templates.create.useMutation(useAdded());

export const useCloneTemplate = () => trpc.templates.clone.useMutation(useAdded());

/** One that was already deleted in another tab leaves the lists, too. Sources no longer use it. */
export function useDeleteTemplate() {
  const edit = useListEdit();
  const utils = trpc.useUtils();
  const remove = (id: string) => {
    void utils.sources.list.invalidate();
    return edit((templates) => templates.filter((template) => template.id !== id));
  };
  return trpc.templates.delete.useMutation({
    onSuccess: (_nothing, { id }) => remove(id),
    onError: (error, { id }) => failureOf(error).code === 'not-found' && remove(id),
  });
}
