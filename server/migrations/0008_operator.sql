-- What the operator keeps on lenders and products.
select 1;
