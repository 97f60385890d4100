import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, api } from '../../../api/client.ts'
import { type Acting, carriedOut } from '../../../company/proposed.ts'

export type MandateStanding = Answer<'GET /mandate'>
export type Mandate = NonNullable<MandateStanding['inForce']>
export type PreparedMandate = Answer<'POST /mandate/text'>

const key = ['mandate']

/** The lender's mandate; polled every two seconds while it is being signed. */
export const useMandate = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /mandate', { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting ? 2_000 : false),
  })

/** A mutation whose response is the new state of the mandate. */
function useChange<Input>(change: (input: Input) => Promise<MandateStanding>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (standing) => client.setQueryData(key, standing),
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

export const useGrant = (proposal: Acting) =>
  useChange(async (body: { version: number; password: string }) =>
    carriedOut(await api('POST /mandate/grant', { body, quiet: true, proposal })),
  )

export const useRevoke = () => useChange<void>(() => api('POST /mandate/revoke', { body: {} }))

type MandateCeilings = { largestPerLoan: number; totalBudget: number }
export type PreparedMandateFile = Awaited<ReturnType<typeof prepareMandate>>

/**
 * Prepares the text of a mandate.
 * @param withConsent makes a call that needs the lender's acceptance of the risk warning
 */
export const usePrepareMandate = (withConsent: <T>(call: () => Promise<T>) => Promise<T>) =>
  useMutation({
    mutationFn: (ceilings: MandateCeilings) => withConsent(() => prepareMandate(ceilings)),
  })

/** The text of a mandate with these ceilings, and its bytes, whose download counts as opening it. */
async function prepareMandate(ceilings: MandateCeilings) {
  const prepared = await api('POST /mandate/text', { body: ceilings, quiet: true })
  return { prepared, file: await readMandate(prepared.filepath) }
}

/** The bytes of a text; to fetch them is to open it. */
export async function readMandate(filepath: string) {
  const bytes = await api('POST /documents/download', { body: { document_url: filepath }, quiet: true })
  return { bytes, isPdf: true }
}
