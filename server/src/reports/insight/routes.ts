import type { Context } from '../../context.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readLate } from '../../platform/http/read-late.ts'
import type { Identity, Incoming } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { getOverview } from './overview.ts'
import { getConcentration } from '../../funding/index.ts'
import { getFirstSteps } from './first-steps.ts'
import { getInsight } from './insight.ts'
import { getRepaymentMonths } from './months.ts'
import { getReturn } from './own-return.ts'
import { listRequirements } from './requirements.ts'

type Operations =
  | 'getOverview'
  | 'getFirstSteps'
  | 'listRequirements'
  | 'getInsight'
  | 'getConcentration'
  | 'getReturn'
  | 'getRepaymentMonths'

export const routes = (context: Context): Routes<Operations> => {
  const late =
    <Answer>(read: (db: Queryable, lenderId: number) => Promise<Answer>) =>
    ({ lender }: Incoming<unknown, unknown, Identity>) =>
      readLate(context, lender, ({ db }) => read(db, lender.lenderId))
  return {
    getOverview: late(getOverview),
    getFirstSteps: late(getFirstSteps),
    listRequirements: async ({ lender }) => ({
      list: await listRequirements(context, lender.lenderId, lender.member?.id),
    }),
    getInsight: late(getInsight),
    getConcentration: ({ lender, body }) => getConcentration(context, lender.lenderId, body.loans),
    getReturn: late(getReturn),
    getRepaymentMonths: late(getRepaymentMonths),
  }
}
