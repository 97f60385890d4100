/** Whether the login asks for the second factor, as its history entry says; a reload stays at that step. */
export const isSecondStep = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'factor' in state
