import type { Context } from '../../../server/src/context.ts'
import { login, loginWithFactor } from '../../../server/src/lenders/testing.ts'
import { run } from '../../../server/src/platform/db/database.ts'
import { codeOf } from '../../../server/testing/second-factor.ts'
import { seedLenders } from '../seed/lenders.ts'
import { percentiles } from './percentiles.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/**
 * Logs lenders in one after the other, half of them with an app as second factor, without the hash of the password, which is
 * slow on purpose.
 * @returns the milliseconds of a login without and with the second factor
 */
export async function measureLogins(context: Context, count: number) {
  const lenders = await seedLenders(context, 2 * count, 1_000_000)
  const withFactor = lenders.filter((_, index) => index % 2 === 1).map(({ lenderId }) => lenderId)
  await run(
    context.db,
    'bench.factors',
    `with added as (insert into lender_totp (lender_id, secret, last_step) select unnest($1::bigint[]), $2, 0 returning lender_id)
     update lender set second_factor = true where id in (select lender_id from added)`,
    [withFactor, secret],
  )
  const passwords = { ...context.passwords, verify: async () => true, isOutdated: async () => false }
  const logins = { ...context, passwords }
  const latencies: [number[], number[]] = [[], []]
  for (const index of lenders.keys()) {
    const from = {
      ...{ caller: { ip: `10.0.${index >> 8}.${index & 255}`, device: null }, device: `bench-${index}` },
      ...{ userAgent: undefined, requestId: `bench-${index}` },
    }
    const code = await codeOf(context.db, secret)
    const started = performance.now()
    const phoneNumber = String(81_000_000_000 + index)
    const opened = await login(logins, { phoneNumber, password: 'not checked' }, from)
    if ('step' in opened) await loginWithFactor(logins, { code }, { ...from, token: opened.step })
    latencies['step' in opened ? 1 : 0].push(performance.now() - started)
  }
  const [alone, second] = latencies.map(percentiles)
  return { alone: alone?.p50 ?? 0, second: second?.p50 ?? 0 }
}
