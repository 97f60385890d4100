-- An answer under an idempotency key holds ids; the bank account of a withdrawal is read by its id.
update idempotency set answer = answer #- '{answer,accountName}' #- '{answer,accountNumber}' #- '{answer,bankCode}'
 where route = 'withdraw' and answer -> 'answer' ? 'accountNumber';
