// Templates: what notifications can be made from.
import { trpc } from '#client/auth/trpc.ts';
import type { ListTemplatesInput } from '#shared/contract/template.ts';

/** @returns a page of the active templates, built-in ones and the owner's own, or of what `input` asks for. */
export const useTemplates = (input: ListTemplatesInput = {}) => trpc.templates.list.useQuery(input);
