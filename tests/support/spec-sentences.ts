// What the specification says: every route, entry, state, role, call, default, constant and text, to the letter. A test says
// by its title which it shows: `[spec 4.refresh.1 9.4]`, or `[spec 2.public.*]` for a whole section. `npm run spec-matrix`
// prints both.

/** The sentences by their ids: the section and a number in it, which never changes. */
export const SENTENCES: Readonly<Record<string, string>> = {
  // 1. What the product does and for whom
  '1.pricing.1':
    'the annual saving percentage is the yearly cost of the monthly price minus the annual price, as a share of the yearly cost, rounded.',
  // 2. Screens and routes
  '2.public.1': '/ | Home',
  '2.public.2': '/register | Customer enrollment',
  '2.public.3': '/login | Login.',
  '2.public.4': '/forgot-password | Forgot password',
  '2.public.5': '/reset-password | Reset password',
  '2.public.6': '/pricing | Pricing',
  '2.public.7': '/about | About us',
  '2.public.8': '/contact | Contact',
  '2.public.9': '/blog | Blog list',
  '2.public.10': '/blog/{id} | Blog post',
  '2.public.11': '/privacy-policy | Privacy policy',
  '2.public.12': '/terms-of-service | Terms of service',
  '2.public.13': '/cookie-policy | Cookie policy',
  '2.public.14': '/payment-success | Payment success',
  '2.public.15': '/support | Support',
  '2.public.16': '/faq | FAQ',
  '2.public.17': '/sso-login | Single sign-on login (outside the main layout)',
  '2.login.1': 'May carry the originating path and an auth error (for example token-expired).',
  '2.login.2': 'The query flag verify_email=true is the return link after e-mail verification.',
  '2.unknown.1': 'any other path | Not-found page',
  '2.unknown.2':
    "An unknown sub-path shows a 'Page Not Found' card with the text 'The page you're looking for doesn't exist or you don't have permission to access it.' and the actions 'Go Back' and 'Go to Dashboard'.",
  '2.unknown.3':
    "An unknown site slug redirects to /dashboard with the message 'Site \"{slug}\" not found.' Another reading: the user goes to the first site's dashboard, or to /create-site if there are no sites.",
  '2.sso.1':
    'A token query parameter on any page triggers a single sign-on login with a custom token; afterwards the parameter is removed from the URL.',
  '2.owner.1': 'Protected routes (login and verified e-mail required)',
  '2.owner.2': '/dashboard',
  '2.owner.3': '/analytics',
  '2.owner.4': '/settings',
  '2.owner.5': '/create-site',
  '2.owner.6': '/testing/rules and /testing/analytics: static placeholder test pages.',
  '2.owner.7': '/upgrade (Upgrade to Premium, in the site layout).',
  '2.roles.1': 'Admin-only pages redirect to /unauthorized; premium-only pages redirect to /pricing.',
  '2.roles.2': 'Neither gate is applied to the routes listed here.',
  '2.site.1': 'Site-scoped routes under /{siteSlug}',
  '2.site.2': 'The site is selected by the siteSlug route parameter.',
  '2.site.3':
    'Sub-pages: dashboard, analytics, notifications, appearance, behavior, rules, site-setup, developer-tools, advanced, performance, reports, documentation, push.',
  '2.settings.1': 'Performance, reports and documentation share one settings screen.',
  '2.settings.2':
    'Site setup, appearance and design, behavior and timing, rules and targeting (with a condition builder), notifications, developer tools, advanced options.',
  '2.guard.1': 'Not logged in leads to /login',
  '2.guard.2': 'while loading a spinner shows.',
  '2.guard.3':
    'After a successful login the user goes to /dashboard unless another target was given. After logout the user goes to /.',
  '2.nav.1': 'Header: fixed; transparent on the home page until scrolled more than 10px, otherwise white translucent.',
  '2.nav.2':
    "Logged-out nav: Features (/#features), Pricing, FAQ, and buttons 'Log in' and 'Get Started' (to /register).",
  '2.nav.3': 'Logged-in nav: a site switcher, Analytics, Support.',
  '2.nav.4':
    "The user menu offers User Settings (/settings), Upgrade to Premium, and Logout (the button reads 'Logging out...' while busy).",
  '2.nav.5':
    'Mobile menu: collapsible, with a current-site selector, user settings, Upgrade to Premium and Logout; it closes on route change.',
  '2.switcher.1':
    "Site switcher: lists the user's sites; choosing one goes to /{slug}/{same sub-page, default dashboard}.",
  '2.switcher.2': "'Add New Site' and 'Create your first site' go to /create-site.",
  '2.switcher.3': "States: 'Loading sites...', 'No sites found', 'Select a site'.",
  '2.switcher.4': 'With no current site it selects the first site and goes to its dashboard.',
  '2.switcher.5': 'The site name is truncated at 120px on desktop and 200px in the menu.',
  '2.sidebar.1': 'Sidebar (logged in, collapsible, remembered open or closed, width 64 or 16 units) with groups:',
  '2.sidebar.2': 'Links are prefixed with the current site slug.',
  '2.sidebar.3': 'The sidebar closes after navigation on screens narrower than 768px.',
  '2.sidebar-entries.1': 'Main: Dashboard.',
  '2.sidebar-entries.2': 'Notifications: Notifications, Appearance & Design, Behavior & Timing, Rules & Targeting.',
  '2.sidebar-entries.3': 'Settings: Site Setup, Developer Tools, Advanced Options.',
  '2.sidebar-entries.4': 'Analytics: Performance, Reports.',
  '2.sidebar-entries.5': 'Help: Documentation, Support.',
  '2.avatar.1': "The avatar fallback shows up to 2 initials, or 'U' when there is no name.",
  '2.avatar.2': 'A subscription badge is styled differently when the subscription is active.',
  '2.push.1': 'Push page (/{siteSlug}/push), three tabs',
  '2.push.2':
    'Stats: Total Subscribers, Delivery Rate, Open Rate and a Mon–Sun weekly bar chart. Values are fixed demo numbers: 124 subscribers, 97% delivery, 42% open, weekly 10, 25, 15, 30, 22, 18, 35, chart scale 40.',
  '2.push.3':
    "Send: title, message, optional URL, schedule (now or later), audience (all, active within 30 days, inactive), an include-image toggle with an image URL, 'Save as Draft' and 'Send Notification'.",
  '2.push.4': "Sending is simulated with a 1.5s delay and the toast 'Notification sent'.",
  '2.push.5': 'Opt-In Prompt, with sub-tabs Content, Behavior, Appearance.',
  '2.push.6': "Saving is simulated with a 1s delay and the toast 'Settings saved'.",
  '2.push.7': "Preview shows the toast 'Preview feature coming soon.'",
  '2.verification.1':
    "Shows 'Verify Your Email', a 'Resend verification email' button and a 'Check verification status' button.",
  // 3. Entities and their fields
  '3.user.1':
    'User: _id, firebaseUid, email, displayName, photoURL, role (default user), emailVerified, companyName, integrations (list), subscription {type, status, max_sites}.',
  '3.user.2': "The interface also uses a roles list (an 'admin' role exists) and subscriptionStatus.",
  '3.site.1': 'Site: _id or id, name, slug. Further fields not shown.',
  '3.widget.1': 'id, siteId, name, type, isActive, settings {appearance, behavior, rules}, createdAt, updatedAt.',
  '3.appearance.1':
    'brandColors: primaryColor #3498db, secondaryColor #2ecc71, textColor #333333, backgroundColor #ffffff, linkColor #3498db, borderColor #e2e8f0.',
  '3.appearance.2': 'typography: fontFamily Roboto, fontSize 14px, fontWeight Regular (400), headingStyle Normal.',
  '3.appearance.3': 'animations: animationType Fade In, speed 300ms, enabled true, hoverEffect None.',
  '3.appearance.4': 'layout: borderRadius 8, padding 16px, boxShadow true, shadowIntensity 2, borderThickness 1.',
  '3.behavior.1': 'position bottom-right; mobilePosition bottom.',
  '3.behavior.2': 'timing: initialDelay 5, displayDuration 8, timeBetween 8 (seconds); randomizeTiming true.',
  '3.behavior.3':
    'interaction: entireNotificationClickable true, openInNewTab false, allowClosing true, dismissPeriod 24h, clickBehavior url.',
  '3.behavior.4': 'visibility: showOnDesktop true, showOnMobile true, zIndex 9999.',
  '3.rules.1': 'rules: empty by default.',
  '3.notification.1':
    'id, widgetId, type, message, image, status (active or inactive), timestamp, displayCount (default 0), clickCount (default 0), isCustom (default false), source (default manual), metadata (may hold templateId and name).',
  '3.template.1': 'id, name, category, status, type, settings, customization, displayRules.',
  '3.registration.1': 'Registration: id, status, e-mail, payment and verification steps. Other fields not shown.',
  '3.plan.1': 'Pricing plan: price {monthly, annual}, plus a set of payment-provider price ids.',
  '3.push.1':
    'Push notification draft (client only): title, message, url, schedule (now|later), audience (all|active|inactive), includeImage, imageUrl.',
  '3.push.2':
    "Opt-in prompt settings (client only): enabled, title (default 'Stay Updated'), message (default 'Get instant notifications about new activity and updates on our site.'), acceptButtonText (default 'Allow'), declineButtonText (default 'Maybe Later'), delay (seconds, default 0), triggerAction (immediately|scroll|exit|click), showLogo, customCSS.",
  '3.storage.1': 'Local storage keys: userEmailVerified,',
  '3.storage.2': 'authStateFixAttempted, authStateCorrupted,',
  '3.storage.3': 'lastAuthRedirectTime.',
  '3.storage.4': 'Pricing data is also cached locally.',
  // 4. States and transitions
  '4.toggle.1':
    'Notification status toggles between active and inactive: a status update is sent and the list updates locally.',
  '4.duplicate.1': 'Duplicating a notification copies it without id and appends (Copy) to its name.',
  '4.preview.1': 'Preview mode is global or template.',
  '4.preview.2': 'In template mode values come from the active template where present, otherwise from global settings.',
  '4.auto-save.1': 'Widget settings auto-save 1 second after any change, only in global mode with a widget loaded.',
  '4.registration.1':
    'Registration steps in order: start, get status, payment (checkout session or processing), create the auth user, verify e-mail (check and resend), finish; a force-finish option exists.',
  '4.auth.1': 'Auth: loading, then authenticated or not.',
  '4.auth.2': 'A user counts as subscribed only when subscription status is active and a subscription type exists.',
  '4.refresh.1':
    'Token refresh: after 3 consecutive refresh attempts within 60 seconds, further refreshes are refused until the cool-down passes; the counter resets on any successful response.',
  '4.refresh.2': 'A token older than 30 minutes is refreshed before use.',
  '4.refresh.3': 'Auth-state changes are debounced 500 ms.',
  '4.loop.1':
    'Redirect-loop guard: more than 3 redirects within 2 seconds clears stored redirect data and forces /login.',
  '4.loop.2':
    "Separately, the route guard treats a redirect less than 1 second ago as a loop and shows an 'Authentication Error' card ('There was a problem with authentication. Please try logging in again.') with a 'Go to Login' link.",
  '4.guard.1': "Route guard: loading shows a spinner with 'Loading...'",
  '4.guard.2': 'unauthenticated goes to /login remembering the origin path.',
  '4.corrupted.1':
    'Corrupted auth state (authenticated but no user): the page reloads once (flag cleared after 10s); if still corrupted it navigates to /login.',
  '4.verification.1':
    'E-mail verification: passed if the identity provider reports verified or the local flag userEmailVerified is set.',
  '4.verification.2':
    'Otherwise it auto-checks after 1s, refreshing the token; on success it stores the flag and refreshes user data.',
  '4.verification.3':
    "Network errors raise a retry counter up to 3 retries, then 'Too many verification attempts. If you've already clicked the verification link, please try again later.' is shown.",
  '4.toasts.1': 'Toasts: one visible at a time; dismissed toasts are removed after 1000000 ms.',
  '4.site-fetch.1': 'A site fetch is throttled to one per second.',
  '4.site-fetch.2': 'With no current site, the first is selected.',
  // 5. Validation rules
  '5.signup.1':
    "Sign-up messages: already-used e-mail gives 'This email is already registered'; invalid e-mail 'Please provide a valid email address'; weak password 'Password should be at least 6 characters'.",
  '5.login.1':
    "Login messages: user not found 'No account found with this email address'; wrong password or invalid credential 'Incorrect password. Please try again';",
  '5.login.2': "too many requests 'Too many failed attempts. Please try again later'.",
  '5.profile.1':
    "Profile update: on a 400 with an errors list, messages are listed under 'Please correct the following:'; otherwise the server message is shown.",
  '5.site.1': "Creating a site requires login ('You must be logged in to create a site').",
  '5.widget.1': "A notification needs a selected widget ('No widget selected').",
  '5.limit.1': 'Allowed sites = subscription max_sites, default 1. Remaining = allowed minus owned, never below 0.',
  '5.push.1': 'Push send form: title and message required; URL and image URL unchecked.',
  '5.push.2': 'Opt-in form: title, message, accept text, decline text required; delay a number, minimum 0.',
  '5.resend.1':
    "Resend verification at most once per 60 seconds; otherwise toast 'Please wait' with 'You can resend the verification email after 1 minute'.",
  '5.registration.1': 'Registration requirements beyond these: not shown.',
  // 6. Roles and permissions
  '6.1': 'Anonymous visitors see public pages.',
  '6.2': 'Sites, widgets, notifications and templates require authentication.',
  '6.3': "User role defaults to user; an admin check uses the role name 'admin';",
  '6.4': 'Registration endpoints are called without the auth header.',
  '6.5': 'The site limit is set by the subscription plan.',
  // 7. Calls
  '7.calls.1': 'GET /csrf-token | response csrfToken (5s time-out)',
  '7.calls.2': 'GET /health | availability test, 3s time-out; response not shown',
  '7.calls.3': 'POST /auth/register | {email, firebaseUid, displayName}',
  '7.calls.4':
    'GET /auth/me | response user: _id, email, displayName, photoURL, role, subscription {type, status, max_sites}, companyName, emailVerified, integrations',
  '7.calls.5': 'PUT /auth/me | profile fields',
  '7.calls.6': 'DELETE /auth/me | none',
  '7.calls.7': 'POST /auth/send-verification-email | fallback; payload not shown',
  '7.calls.8': 'GET /sites | response data.sites',
  '7.calls.9': 'GET /sites/{id} | site',
  '7.calls.10': 'POST /sites | site fields; response data.site',
  '7.calls.11': 'PUT /sites/{id} | site fields; response data.site',
  '7.calls.12': 'DELETE /sites/{id} | none',
  '7.calls.13': 'GET /widgets | query parameters',
  '7.calls.14': 'GET /widgets/{id} | response widget',
  '7.calls.15': 'GET /widgets/site/{siteId} | response widget',
  '7.calls.16': 'PUT /widgets/{id}/settings | {settings}',
  '7.calls.17': 'GET /widgets/{id}/notifications | response notifications',
  '7.calls.18': 'POST /widgets/{id}/notifications | notification; response notification',
  '7.calls.19': 'PUT /widgets/{id}/notifications/{notificationId} | notification changes',
  '7.calls.20': 'DELETE /widgets/{id}/notifications/{notificationId} | none',
  '7.calls.21': 'POST /registration | payload not shown',
  '7.calls.22': 'GET /registration/{id} | status',
  '7.calls.23': 'GET /registration/email/{email} | lookup by e-mail',
  '7.calls.24': 'POST /registration/{id}/payment | empty body for a checkout session, or payment data',
  '7.calls.25': 'POST /registration/{id}/create-user | payload not shown',
  '7.calls.26': 'GET /registration/{id}/verify-email | check',
  '7.calls.27': 'POST /registration/{id}/resend-verification | none',
  '7.calls.28': 'POST /registration/{id}/finish | none',
  '7.calls.29': 'POST /registration/{id}/force-finish | none',
  '7.calls.30': 'GET /registration/pricing/plans | response plans and stripePriceIds',
  '7.pricing.1':
    'Pricing data is cached for 24 hours with at least 10 seconds between fetch attempts; a stale cache is used if a fetch fails.',
  '7.queries.1': 'Queries are considered stale after 5 minutes, with no refetch on window focus.',
  '7.templates.1': 'POST /widgets/{id}/notifications/template/{templateId} | payload not shown',
  '7.templates.2':
    'GET /templates | query category, status, search, page, limit (default 50), includeUsage; response templates',
  '7.templates.3': 'GET /templates/{id} | template',
  '7.templates.4': 'POST /templates | template',
  '7.templates.5': 'POST /templates/{id}/clone | {name}',
  '7.templates.6': 'DELETE /templates/{id} | none',
  '7.templates.7': 'POST /templates/{id}/create-notification | {widgetId, customData}; response notification',
  // 8. Error catalogue
  '8.auth-errors.1': 'token-expired | Your session has expired. Please sign in again.',
  '8.auth-errors.2': 'backend-unavailable | Our servers are currently unavailable. Please try again later.',
  '8.auth-errors.3': 'invalid-token | Invalid credentials. Please check your email and password.',
  '8.auth-errors.4': 'network-error | Network connection issue. Please check your internet connection and try again.',
  '8.auth-errors.5': 'verification-required | Please verify your email address before continuing.',
  '8.auth-errors.6': "backend-error | We're experiencing technical difficulties. Please try again later.",
  '8.auth-errors.7': 'registration-required | Please complete your registration before continuing.',
  '8.auth-errors.8': 'unknown-error | An unexpected error occurred. Please try again.',
  '8.auth-errors.9': 'auth-error | Authentication error. Please try signing in again.',
  '8.http.1':
    "403 with message 'Invalid CSRF token' or 'CSRF token required': fetch a new token, retry once after 0.5 seconds.",
  '8.http.2': '401 with a signed-in user: refresh the token and retry once;',
  '8.http.3':
    "if refresh fails an auth:token-refresh-failed event fires, showing an 'Authentication Error' toast and going to /login.",
  '8.http.4': '401 without a user: an auth:unauthenticated event fires.',
  '8.http.5': '400, 403, 404, 500 and others: logged only; 400 logs the per-field errors list.',
  '8.http.6': 'CSRF token fetch failure falls back to the stored token; on 404 a generated fallback token is used.',
  '8.http.7': 'Errors fetching sites are only logged.',
  '8.auth-toasts.1': "'Login successful' / 'Welcome back!'",
  '8.auth-toasts.2': "'Login failed'",
  '8.auth-toasts.3': "'Account created' (with a verification prompt)",
  '8.auth-toasts.4': "'Registration failed'",
  '8.auth-toasts.5':
    "'Verification email sent' ('We've sent a verification link to {email}. Please check your inbox.')",
  '8.auth-toasts.6': "'Logged out'",
  '8.auth-toasts.7': "'Profile updated'",
  '8.auth-toasts.8': "'Update failed'",
  '8.auth-toasts.9': "'Reset link sent'",
  '8.auth-toasts.10': "'Password reset failed'",
  '8.auth-toasts.11': "'Network Error'",
  '8.verification.1': "Verification: 'Please wait'",
  '8.verification.2': "'Error' ('Failed to send verification email. Please try again.')",
  '8.verification.3': "'Checking verification status'",
  '8.verification.4': "'Email verified!' ('Your email has been verified. You can now access all features.')",
  '8.verification.5': "'Not verified yet' (verification pending, check the inbox)",
  '8.verification.6':
    "'Network error' ('Could not connect to authentication servers. Please check your internet connection.')",
  '8.verification.7': "'Error' ('Failed to check verification status. Please try again.')",
  '8.verification.8':
    "Inline network messages: 'There seems to be a network connection issue. Please check your internet connection.' and 'Network error while checking verification. Please verify your internet connection.'",
  '8.site-toasts.1': "Sites: 'Site not found'",
  '8.site-toasts.2':
    "'Site created successfully' (with the remaining-sites message, or 'You've reached your site limit.' when none are left)",
  '8.site-toasts.3': "'Site updated successfully'",
  '8.site-toasts.4': "'Site deleted successfully'",
  '8.site-toasts.5': "fallbacks 'Failed to fetch sites'",
  '8.site-toasts.6': "'Failed to create site'",
  '8.site-toasts.7': "'Failed to update site'",
  '8.site-toasts.8': "'Failed to delete site'.",
  '8.notification-toasts.1':
    'Notifications: created, updated, deleted, activated or deactivated, created from template, plus failure variants (exact wording not shown).',
  // 9. Business constants and limits
  '9.1': 'Request time-out | 10 s',
  '9.2': 'CSRF fetch time-out | 5 s',
  '9.3': 'Health check time-out | 3 s',
  '9.4': 'Token refreshes | at most 3 per 60 s',
  '9.5': 'Token age before refresh | 30 min',
  '9.6': 'Auth-state debounce | 500 ms',
  '9.7': 'Pricing cache | 24 h; min 10 s between attempts',
  '9.8': 'Site fetch throttle | 1 per second',
  '9.9': 'Settings auto-save | 1 s',
  '9.10': 'Redirect-loop limit | more than 3 in 2 s (guard card: under 1 s)',
  '9.11': 'Default site limit | 1',
  '9.12': 'Template page size | 50',
  '9.13': 'Default timing | 5 s initial, 8 s display, 8 s between',
  '9.14': 'Default dismiss period | 24h',
  '9.15': 'Default z-index | 9999',
  '9.16': 'Query staleness | 5 min',
  '9.17': 'Mobile breakpoint | 768px',
  '9.18': 'Header scroll threshold | 10px',
  '9.19': 'Verification retries | 3; auto-check after 1 s',
  '9.20': 'Resend cooldown | 60 s',
  '9.21': 'Reload-flag expiry | 10 s',
  '9.22': 'Active audience | 30 days',
  '9.23': 'Opt-in delay default | 0 s',
  '9.24': 'Toast limit | 1 visible; removal delay 1000000 ms',
  '9.25': 'Plain-text use of HTML strips all tags and attributes.',
};
