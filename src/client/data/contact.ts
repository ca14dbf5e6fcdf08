// Writing to whoever runs this installation.
import { trpc } from '#client/auth/trpc.ts';

export const useSendContactMessage = () => trpc.contact.send.useMutation();
