export type LoginErrors = { phoneNumber?: string; password?: string }

/** Where a login refusal is shown: an unregistered number under the phone, every other refusal under the password. */
export const loginErrorsOf = (message: string): LoginErrors =>
  message.toLowerCase().includes('tidak terdaftar') ? { phoneNumber: message } : { password: message }
