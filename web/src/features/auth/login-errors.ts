export type LoginErrors = { phoneNumber?: string; password?: string }

/** Where a login refusal is shown: what names an unregistered number under the phone, all else under the password. */
export const loginErrorsOf = (message: string): LoginErrors =>
  message.toLowerCase().includes('tidak terdaftar') ? { phoneNumber: message } : { password: message }
