import * as z from 'zod'
import { optionalText, origin, port } from '../platform/setting-fields.ts'

/** Where the app runs, and its database. */
export const servingSettings = {
  /** `production` refuses what a demo can do without: see the third column */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /**
   * any PostgreSQL from 15, with a login that is `pematang_app` or a member of it and nothing else
   * ([two logins](operations.md#two-logins-for-the-database)); for development the owner of the tables does as well
   */
  DATABASE_URL: z.string().min(1, 'DATABASE_URL names the PostgreSQL to use; npm start sets it'),
  /** the same database as the owner of its tables: only `npm run migrate`, which the start runs too, reads it; without it `DATABASE_URL` */
  DATABASE_OWNER_URL: optionalText,
  /** connections of a process */
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(16),
  /**
   * how long a request waits for an answer of the database; then its connection is closed and the request answered with 503.
   * More than the 5 seconds that a statement may wait for a lock
   */
  DATABASE_ANSWER_SECONDS: z.coerce.number().min(6).max(300).default(10),
  /** the same for a statement of the worker, for which nobody waits */
  DATABASE_WORK_SECONDS: z.coerce.number().min(60).max(86_400).default(900),
  /**
   * one replica of the database, or a list of its servers of which the first that is a replica is used: marketplace, insight,
   * portfolio, transactions and statements are read there, as its application login; without it at the primary
   * ([decision 0043](../decisions/0043-reads-from-a-replica.md)). It has `DATABASE_POOL` connections of its own
   */
  READ_DATABASE_URL: optionalText,
  /**
   * by how much what is read there may be late; a replica further behind is not read. Who has just acted is shown nothing
   * older than the act
   */
  READ_LAG_SECONDS: z.coerce.number().min(0.5).max(3600).default(5),
  /** where the app listens */
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** where browsers find the app, scheme and host; with https it sends HSTS */
  APP_ORIGIN: origin.default('http://localhost:3000'),
  /** where the e-signature provider calls back; without it the app's own address */
  CALLBACK_ORIGIN: origin.optional(),
  /** where the screens send their calls, where that is not the origin that serves them */
  API_BASE: z.string().default(''),
  /** folder of the built screens; without it `web/dist` */
  WEB_ROOT: z.string().optional(),
  /** folder of the embedded database, secrets and logs */
  PEMATANG_DATA: z.string().optional(),
}
