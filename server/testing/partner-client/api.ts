// Made by `npm run generate` with openapi-typescript.
export interface paths {
    "/api/v1/partner/cash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cash accounts as they are now. `balance` is what the statement shows: `available`, `reserved` for fundings that wait for a signature, and `withdrawing`.
         * @description Needs a key with the right READ.
         */
        get: operations["getCash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All fundings with outstanding or written-off principal at the end of a day as it was recorded by then, the oldest first: a past day always answers the same. The array is sent while it is read.
         * @description Needs a key with the right READ.
         */
        get: operations["getPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The figures of the monthly statements that were issued, the newest month first, or those of a year: what a reader of the transactions reconciles with. Interest that was withheld in full as tax moves no cash and is in `interest` and `tax` here only.
         * @description Needs a key with the right READ.
         */
        get: operations["listPartnerStatements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/partner/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The movements on one cash account, the oldest first: from the beginning, from a day, or after the `next` of an earlier answer, which also a page without any gives. They are numbered under the lock of the account, so none appears later below a number that was read.
         * @description Needs a key with the right READ.
         */
        get: operations["listPartnerTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            detail: string;
            code: string;
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        at: string;
                        accounts: {
                            /** @enum {string} */
                            account: "MAIN" | "ADDITIONAL";
                            balance: number;
                            available: number;
                            reserved: number;
                            withdrawing: number;
                        }[];
                    };
                };
            };
            /** @description KEY_UNKNOWN */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_NETWORK, KEY_RIGHT_MISSING */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description BODY_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MEDIA_TYPE_UNSUPPORTED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INPUT_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INTERNAL */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPositions: {
        parameters: {
            query: {
                on: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fundingId: string;
                        fundingNumber: string;
                        loanNumber: string;
                        loanType: string;
                        borrowerName: string;
                        /** @enum {string} */
                        status: "FUNDED" | "ACTIVE" | "LATE" | "RESTRUCTURE" | "WRITTEN_OFF";
                        amount: number;
                        principalLeft: number;
                        interest: number;
                        tenor: number;
                        /** @enum {string} */
                        tenorPeriod: "DAY" | "WEEK" | "MONTH";
                        former: {
                            interest: number;
                            tenor: number;
                            /** @enum {string} */
                            tenorPeriod: "DAY" | "WEEK" | "MONTH";
                        } | null;
                        fundedAt: string;
                        lastDue: string | null;
                        daysLate: number;
                        quality: ("LANCAR" | "DALAM_PERHATIAN_KHUSUS" | "KURANG_LANCAR" | "DIRAGUKAN" | "MACET") | null;
                        nextDue: string | null;
                        nextAmount: number | null;
                        interestReceived: number;
                        penaltyReceived: number;
                        taxWithheld: number;
                    }[];
                };
            };
            /** @description KEY_UNKNOWN */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_NETWORK, KEY_RIGHT_MISSING */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description BODY_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MEDIA_TYPE_UNSUPPORTED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description DATE_IN_FUTURE, INPUT_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INTERNAL */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPartnerStatements: {
        parameters: {
            query?: {
                year?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        list: {
                            number: string;
                            from: string;
                            to: string;
                            issuedAt: string;
                            figures: {
                                opening: number;
                                closing: number;
                                toppedUp: number;
                                lent: number;
                                refunded: number;
                                principal: number;
                                interest: number;
                                penalty: number;
                                tax: number;
                                withdrawn: number;
                                fees: number;
                                adjusted: number;
                                movements: number;
                            };
                        }[];
                    };
                };
            };
            /** @description KEY_UNKNOWN */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_NETWORK, KEY_RIGHT_MISSING */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description BODY_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MEDIA_TYPE_UNSUPPORTED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INPUT_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INTERNAL */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPartnerTransactions: {
        parameters: {
            query?: {
                account?: "MAIN" | "ADDITIONAL";
                cursor?: string;
                from?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        list: {
                            id: string;
                            /** @enum {string} */
                            account: "MAIN" | "ADDITIONAL";
                            number: number;
                            at: string;
                            day: string;
                            valueDate: string;
                            /** @enum {string} */
                            kind: "TOP_UP" | "OPENING" | "FUNDING" | "REFUND" | "REPAYMENT" | "WITHDRAWAL" | "FEE" | "WITHDRAWAL_RETURN" | "CORRECTION" | "RECOVERY" | "ADVANCE";
                            transactionNumber: string;
                            loanNumber: string | null;
                            amount: number;
                            balance: number;
                            toppedUp: number;
                            lent: number;
                            refunded: number;
                            principal: number;
                            interest: number;
                            penalty: number;
                            tax: number;
                            withdrawn: number;
                            fees: number;
                            adjusted: number;
                        }[];
                        next: string | null;
                        hasMore: boolean;
                    };
                };
            };
            /** @description KEY_UNKNOWN */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description KEY_NETWORK, KEY_RIGHT_MISSING */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description METHOD_NOT_ALLOWED */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description BODY_TOO_LARGE */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description MEDIA_TYPE_UNSUPPORTED */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description CURSOR_UNKNOWN, CURSOR_OUTDATED, INPUT_INVALID */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description TOO_MANY_REQUESTS */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description INTERNAL */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description OVERLOADED */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
