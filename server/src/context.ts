import type { DocumentContext } from './documents/index.ts'
import type { Bank } from './outside/bank/banks.ts'
import type { PayingBank } from './outside/bank/port.ts'
import type { CallBackSender } from './outside/call-back/port.ts'
import type { EsignProvider } from './outside/esign/port.ts'
import type { MailSender } from './outside/mail/port.ts'
import type { SmsSender } from './outside/sms/port.ts'
import type { TimestampAuthority } from './outside/tsa/port.ts'
import type { XignatureProvider } from './outside/xignature/port.ts'

/** The dependencies of all operations. Each one can be replaced in a test. */
export type Context = DocumentContext & {
  esign: EsignProvider
  xignature: XignatureProvider
  /** The time-stamping authority for signed documents; null if none is configured. */
  tsa: TimestampAuthority | null
  sms: SmsSender
  /** The mail server; null if none is configured. */
  mail: MailSender | null
  /** What calls the systems of lenders. */
  callBack: CallBackSender
  banks: readonly Bank[]
  /** The banks that send our transfers, by payment method (1 BNI, 2 the other bank). */
  payers: ReadonlyMap<1 | 2, PayingBank>
}
