import type { Context } from '../../context.ts'
import { CertificateFault, findAgreementDocument, verifyReturned } from '../../documents/index.ts'
import type { ProvenSignature } from '../single/index.ts'
import { required } from '../../platform/refusal.ts'

/** The signed file is not the shown document with a valid signature, so it does not settle the funding. */
export class SignatureMismatch extends Error {}

const kinds = ['PP', 'PPFP'] as const
export type SignedFiles = Record<(typeof kinds)[number], Buffer>
type Proof = Pick<ProvenSignature, 'shownSha256' | 'signedSha256' | 'documents'>

/**
 * Checks the signed files and keeps their bytes. Each must be the shown document followed by a signature and nothing
 * else, made with the key of a trusted certificate: the lender signed what they had read.
 * @param isVoid the files are not binding and are stored without a check
 * @throws SignatureMismatch
 */
export async function proofOf(
  context: Pick<Context, 'db' | 'config' | 'clock' | 'contents'>,
  fundingId: string,
  files: SignedFiles,
  { isVoid = false } = {},
): Promise<Proof> {
  const [pp, ppfp] = await Promise.all(
    kinds.map(async (kind) => required(await findAgreementDocument(context, fundingId, kind), 'INTERNAL')),
  )
  const shown = { PP: required(pp, 'INTERNAL'), PPFP: required(ppfp, 'INTERNAL') }
  for (const kind of isVoid ? [] : kinds) {
    await verifyReturned(context, shown[kind], files[kind]).catch((error: unknown) => {
      // A CertificateFault means that our own list of trusted authorities is unusable; any other error is a fault of
      // the file.
      if (error instanceof CertificateFault) throw error
      throw new SignatureMismatch(
        `the signed ${kind} of funding ${fundingId} is not the one that was shown with a valid signature: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    })
  }
  const [main, facility] = [await context.contents.keep(files.PP), await context.contents.keep(files.PPFP)]
  return {
    shownSha256: shown.PP.sha256,
    signedSha256: main.sha256,
    documents: [
      { kind: 'PP_SIGNED', kept: main },
      { kind: 'PPFP_SIGNED', kept: facility },
    ],
  }
}
