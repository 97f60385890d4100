import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, api } from '../api/client.ts'

export type Profile = Answer<'GET /lender/profile'>

/**
 * The lender's full profile: the browser's storage has phone, e-mail and account number only masked, so they are
 * fetched where they are shown or sent, and kept in memory.
 */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  // Quiet, because the caller reports the failure.
  queryFn: ({ signal }) => api('GET /lender/profile', { signal, quiet: true }),
})

export const useProfile = () => useQuery(profileQuery)

/** The lender's phone number, as the user name for password managers. Empty until it is known. */
export const useUserName = (): string => useProfile().data?.phoneNumber ?? ''
