import { addAccount } from './account-events.ts'
import { addDataKeys } from './data-keys.ts'
import { addLenders } from './lenders.ts'
import { addLimits } from './limits.ts'
import { addNotifications } from './notifications.ts'
import { addRiskWarning } from './risk-warning.ts'

export const commands = {
  lenders: addLenders,
  limits: addLimits,
  account: addAccount,
  'risk-warning': addRiskWarning,
  'data-keys': addDataKeys,
  notifications: addNotifications,
}
