import type { Context } from '../src/context.ts'
import { EsignRefused, EsignUnavailable, type EsignProvider } from '../src/outside/esign/port.ts'
import { one } from '../src/platform/db/database.ts'
import { runAllJobs } from './drain.ts'
import type { Funded } from './signing.ts'
import { signingJobs } from '../src/funding/testing.ts'

export type Fault = 401 | 403 | 404 | 409 | 422 | 'away'

/** A context whose provider answers some of its calls with a fault. */
export const faulty = (context: Context, calls: readonly (keyof EsignProvider)[], fault: Fault): Context => {
  const fail = () =>
    Promise.reject(
      fault === 'away' ? new EsignUnavailable('away') : new EsignRefused(`CODE_${fault}`, fault, 'refused'),
    )
  return { ...context, esign: { ...context.esign, ...Object.fromEntries(calls.map((call) => [call, fail])) } }
}

/** Runs the due signing jobs until none is left. */
export const followAll = (context: Context): Promise<number> => runAllJobs(context, signingJobs(context))

export type Standing = {
  state: string
  reason: string | null
  stall: string | null
  dead: number
  live: number
}

/** The state of a funding and of its jobs. */
export const signingState = ({ db }: Context, { docToken }: Pick<Funded, 'docToken'>): Promise<Standing> =>
  one<Standing>(
    db,
    'test.signingState',
    `select f.state, f.end_reason as reason, (select reason from signing_stall s where s.funding_id = f.id) as stall,
            (select count(*) from job j where j.payload ->> 'fundingId' = f.id::text and dead_at is not null) as dead,
            (select count(*) from job j where j.payload ->> 'fundingId' = f.id::text and dead_at is null) as live
       from funding f where f.id = $1`,
    [docToken],
  )
