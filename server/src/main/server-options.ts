import type { Context } from '../context.ts'
import type { ServerOptions } from '../platform/http/server.ts'
import { readTls } from '../platform/http/tls.ts'
import { isSecure } from '../platform/settings/config.ts'

/** What the ports of browsers and of banks have in common. */
export const serverOptions = ({
  config,
  db,
  log,
  metrics,
  security,
}: Context): Omit<ServerOptions, 'frameOrigins' | 'connectOrigins'> => ({
  log,
  metrics,
  maxInFlight: config.HTTP_MAX_IN_FLIGHT,
  connectionsPerAddress: config.HTTP_CONNECTIONS_PER_ADDRESS,
  readLimitMs: config.HTTP_READ_LIMIT_SECONDS * 1000,
  noise: config.LIMIT_NOISE_ADDRESS,
  guest: config.LIMIT_GUEST_ADDRESS,
  page: config.LIMIT_PAGE_ADDRESS,
  security,
  secure: isSecure(config),
  trustedProxies: config.TRUSTED_PROXIES,
  tls: config.HTTP_TLS_FOLDER ? readTls(config.HTTP_TLS_FOLDER) : null,
  failPoints: db.options.failPoints,
})
