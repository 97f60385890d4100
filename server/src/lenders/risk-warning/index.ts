export { acceptRiskWarning, readRiskWarning, recordAcceptance, requireAcceptedRisk } from './accept.ts'
export { publishRiskWarning, textLength, tidyText } from './publish.ts'
export { acceptancesOf, findVersion } from './store.ts'

/** SQL condition that `lender l` has accepted the risk warning in force, for statements that read the lender anyway. */
export const hasAcceptedRisk = `exists (select from risk_acceptance r
            where r.lender_id = l.id and r.version = (select max(version) from risk_warning))`
