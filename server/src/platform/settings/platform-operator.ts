import * as z from 'zod'
import { optionalText, phoneText } from './fields.ts'

/** The default risk warning, which the footer of every page shows. */
const usualRiskWarning =
  'Pendanaan memiliki risiko gagal bayar yang sepenuhnya ditanggung oleh Pemberi Dana. Tidak ada lembaga atau otoritas negara yang bertanggung jawab atas risiko ini.'

export const operatorSettings = {
  /** Name and address of the operator; agreements and pages show them. */
  OPERATOR_NAME: z.string().default('Pematang'),
  OPERATOR_ADDRESS: z.string().default(''),
  /** URL of the operator's logo for the pages. */
  OPERATOR_MARK_URL: optionalText,
  /** A line that e.g. states that the operator is licensed and supervised; by default nothing claims a licence. */
  OPERATOR_LICENCE_LINE: optionalText,
  /** The operator's tax number of 16 digits, shown as the withholder in lenders' tax statements. */
  OPERATOR_TAX_NUMBER: optionalText.pipe(
    z
      .string()
      .regex(/^[0-9]{16}$/)
      .nullable(),
  ),
  /** An e-mail address and a phone number for help, shown in the footer of every page. */
  HELP_EMAIL: optionalText.pipe(z.email().nullable()),
  HELP_PHONE: phoneText,
  /** A sentence in the footer on how to complain, e.g. with opening hours and response times. */
  COMPLAINT_LINE: optionalText,
  /** The risk warning in the footer; there is a default text. */
  RISK_WARNING: z
    .string()
    .trim()
    .transform((text) => text || usualRiskWarning)
    .default(usualRiskWarning),
}
