import * as z from 'zod'
import { optionalText, phoneText } from '../platform/setting-fields.ts'

/** The default risk warning, which every screen shows. */
const usualRiskWarning =
  'Pendanaan memiliki risiko gagal bayar yang sepenuhnya ditanggung oleh Pemberi Dana. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas risiko ini.'

/** Who runs the platform, as its screens and documents say. */
export const operatorSettings = {
  /** who runs the platform, and its address; agreements and screens say it */
  OPERATOR_NAME: z.string().default('Pematang'),
  OPERATOR_ADDRESS: z.string().default(''),
  /** its mark, for the screens */
  OPERATOR_MARK_URL: optionalText,
  /** e.g. that the operator is licensed and supervised; empty by default, nothing claims a licence */
  OPERATOR_LICENCE_LINE: optionalText,
  /** its tax number of 16 digits, named in lenders' tax statements as the withholder */
  OPERATOR_TAX_NUMBER: optionalText.pipe(
    z
      .string()
      .regex(/^[0-9]{16}$/)
      .nullable(),
  ),
  /** where lenders get help, in the footer of every screen: an e-mail address and a phone number */
  HELP_EMAIL: optionalText.pipe(z.email().nullable()),
  HELP_PHONE: phoneText,
  /** a sentence on where and how to complain, in the footer, e.g. with the hours and how long an answer takes */
  COMPLAINT_LINE: optionalText,
  /** the warning of the risk, in the footer; without it a sentence of ours */
  RISK_WARNING: z
    .string()
    .trim()
    .transform((text) => text || usualRiskWarning)
    .default(usualRiskWarning),
}
