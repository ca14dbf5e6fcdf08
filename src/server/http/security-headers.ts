// Security headers for the app's pages and files. JSON responses, the embed path and the demo shop set their own.
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** @param isHttps whether PUBLIC_URL is https. */
export const securityHeaders = (isHttps: boolean): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Radix's scroll lock needs inline styles.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Owners preview notifications with images from their own shops.
      imgSrc: ["'self'", 'data:', 'https:', 'http:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
    },
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    referrerPolicy: 'strict-origin',
    strictTransportSecurity: isHttps && 'max-age=31536000',
    xFrameOptions: 'DENY',
    // Other sites and emails may show the app's images.
    crossOriginResourcePolicy: false,
  });
