import { InputRefusal } from '../../platform/http/bind.ts'
import { asRefusal, InputFault } from '../../staff/index.ts'

/** @throws Refusal for what a form or a command refuses */
export const orRefusal = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof InputFault ? new InputRefusal(error.message) : asRefusal(error)
  })
