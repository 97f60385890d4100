import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, versionField } from '../../fields.ts'

/** The risk warning in force. `acceptedAt` is when this lender accepted this version; null where they have not. */
const riskWarning = z.object({
  version: versionField,
  paragraphs: z.array(z.string()),
  acceptedAt: z.nullable(instant),
})
export type RiskWarning = z.infer<typeof riskWarning>

export const getRiskWarning = endpoint({
  operationId: 'getRiskWarning',
  method: 'GET',
  path: '/risk-warning',
  auth: 'lender',
  summary: 'The risk warning in force, and whether this lender has accepted it.',
  answer: riskWarning,
  errors: [],
})

export const acceptRiskWarning = endpoint({
  operationId: 'acceptRiskWarning',
  method: 'POST',
  path: '/risk-warning/acceptance',
  auth: 'lender',
  summary:
    'Accept the risk warning in force, which every way of funding requires. Accepting a version again changes nothing.',
  body: z.strictObject({ version: versionField }),
  answer: z.object({ version: versionField, acceptedAt: instant }),
  errors: ['RISK_WARNING_CHANGED'],
})
