import type { Answer, LoggedIn } from './http.ts'

/** Generates both agreements and opens them over HTTP, as a lender does before funding. */
export async function readAgreements(
  lender: LoggedIn,
  { loanNumber, amount, signedTogether }: { loanNumber: string; amount: number; signedTogether?: number },
): Promise<Answer> {
  const asked = {
    loanNumber,
    amount,
    lenderUserId: lender.lenderId,
    ...(signedTogether && { signedTogether }),
  }
  const made = await lender.post('/funding/agreement', asked)
  if (made.status !== 200) throw new Error(`agreement: ${made.bytes.toString()}`)
  for (const document_url of [made.json.PP_filepath, made.json.PPFP_filepath]) {
    const { status } = await lender.post('/documents/download', { document_url })
    if (status !== 200) throw new Error(`download: ${status}`)
  }
  return made
}
