/** Each is loaded where it is called: a command starts without the others. */
export const commands = {
  lenders: async () => (await import('./lenders.ts')).addLenders,
  limits: async () => (await import('./limits.ts')).addLimits,
  account: async () => (await import('./account-events.ts')).addAccount,
  'risk-warning': async () => (await import('./risk-warning.ts')).addRiskWarning,
  'staff feed-key': async () => (await import('./feed-key.ts')).addFeedKey,
  keys: async () => (await import('./data-keys.ts')).addDataKeys,
  notifications: async () => (await import('./notifications.ts')).addNotifications,
}
