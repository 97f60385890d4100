import * as z from 'zod'

const address = z.email().max(254)

/** Whether a message can be sent to an address; addresses from an operator's file need not be valid. */
export const isMailable = (text: string): boolean => address.safeParse(text).success
