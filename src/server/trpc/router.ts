// All procedures by noun. The client imports only the type.
import { router } from './init.ts';
import { apiKeysRouter } from './routers/api-keys.ts';
import { authRouter } from './routers/auth.ts';
import { billingRouter } from './routers/billing.ts';
import { contactRouter } from './routers/contact.ts';
import { effectRouter } from './routers/effect.ts';
import { eventsRouter } from './routers/events.ts';
import { imagesRouter } from './routers/images.ts';
import { metaRouter } from './routers/meta.ts';
import { notificationsRouter } from './routers/notifications.ts';
import { registrationRouter } from './routers/registration.ts';
import { reportsRouter } from './routers/reports.ts';
import { sitesRouter } from './routers/sites.ts';
import { sourcesRouter } from './routers/sources.ts';
import { statsRouter } from './routers/stats.ts';
import { templatesRouter } from './routers/templates.ts';
import { widgetsRouter } from './routers/widgets.ts';

export const appRouter = router({
  auth: authRouter,
  apiKeys: apiKeysRouter,
  billing: billingRouter,
  meta: metaRouter,
  contact: contactRouter,
  sites: sitesRouter,
  widgets: widgetsRouter,
  notifications: notificationsRouter,
  templates: templatesRouter,
  images: imagesRouter,
  sources: sourcesRouter,
  events: eventsRouter,
  effect: effectRouter,
  stats: statsRouter,
  reports: reportsRouter,
  registration: registrationRouter,
});
export type AppRouter = typeof appRouter;
