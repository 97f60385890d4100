import { withoutEnd } from '@pematang/contract/format/without-end'
import * as z from 'zod'
import { namedKeys, networkList, optionalText, origin, port } from './fields.ts'

export const servingSettings = {
  /** `production` requires what the third column says. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /**
   * URL of a PostgreSQL database, version 15 or newer, with a login that is `pematang_app` or only a member of it
   * ([two logins](install.md#two-logins-for-the-database)); in development it may be the owner of the tables.
   */
  DATABASE_URL: z.string().min(1, 'DATABASE_URL names the PostgreSQL to use; npm start sets it'),
  /**
   * URL of the same database as the owner of its tables, used by `npm run migrate`, which the start also runs, and by three commands;
   * by default `DATABASE_URL`.
   */
  DATABASE_OWNER_URL: optionalText,
  /** Maximum database connections of a process. */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  /** Seconds that a request waits for the database before it is answered with 503; more than the 5 of a lock. */
  DATABASE_ANSWER_SECONDS: z.coerce.number().min(6).max(300).default(10),
  /** Seconds that a statement of the worker waits for the database. */
  DATABASE_WORK_SECONDS: z.coerce.number().min(60).max(86_400).default(900),
  /**
   * URL of a replica, or a list of servers of which the first replica is used, for lists and figures
   * ([how](../decisions/0043-reads-from-a-replica.md)). It has `DATABASE_POOL` connections of its own.
   */
  READ_DATABASE_URL: optionalText,
  /** Maximum lag of the replica in seconds; one that lags more is not used. */
  READ_LAG_SECONDS: z.coerce.number().min(0.5).max(3600).default(5),
  /** Port and address on which the app listens. */
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /**
   * Folder of `node.pem`, `node.key` and `authority.pem`: the app takes TLS only, from clients that this authority
   * certified, such as the load balancer of a [cluster](cluster.md); by default HTTP.
   */
  HTTP_TLS_FOLDER: optionalText,
  /** Origin (scheme and host) at which browsers reach the app; with https the app sends HSTS. */
  APP_ORIGIN: origin.default('http://localhost:3000'),
  /** Port of the staff's console (`server/src/main/console.ts`), on 127.0.0.1 only; 0 for none. */
  CONSOLE_PORT: port.default(0),
  /** Origin at which staff reach the console, by default on localhost. Passkeys hold for its host alone. */
  CONSOLE_ORIGIN: origin.optional(),
  /** Networks that may use the console, such as `10.1.0.0/16`; by default all. */
  CONSOLE_NETWORKS: networkList,
  /**
   * Keys of staff for the [events of all lenders](../partner.md#of-all-lenders), separated by commas, as `staff feed-key`
   * prints them. A key whose entry is taken away works until the HTTP processes restart.
   */
  FEED_KEYS: namedKeys,
  /** Origin that the e-signature provider calls back; by default the app's own. */
  CALLBACK_ORIGIN: origin.optional(),
  /** Origin of API calls, if it is not the origin of the pages. */
  API_BASE: z
    .string()
    .default('')
    .transform((text) => withoutEnd(text, '/')),
  /** Folder of the built web app; by default `web/dist`. */
  WEB_ROOT: z.string().optional(),
  /** Folder of the embedded database, secrets and logs. */
  PEMATANG_DATA: z.string().optional(),
}
