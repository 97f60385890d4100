import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getInstitutionProfile } from './institution.ts'
import { getSummary } from './summary.ts'

export const profileRoutes = (context: Context): Routes<'getSummary' | 'getInstitutionProfile'> => ({
  getSummary: ({ lender }) => getSummary(context, lender.lenderId),
  getInstitutionProfile: ({ lender }) => getInstitutionProfile(context, lender.lenderId),
})
