import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { getInstitutionProfile } from './institution.ts'
import { getProfile } from './lender-profile.ts'
import { getSummary } from './summary.ts'

type Calls = 'getSummary' | 'getProfile' | 'getInstitutionProfile'

export const routes = (context: Context): Routes<Calls> => ({
  getSummary: ({ lender }) => getSummary(context, lender.lenderId),
  getProfile: ({ lender }) => getProfile(context, lender),
  getInstitutionProfile: ({ lender }) => getInstitutionProfile(context, lender.lenderId),
})
