import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { getTkb } from './tkb.ts'

export const creditQualityRoutes = (context: Context): Routes<'getTkb'> => ({ getTkb: () => getTkb(context) })
