export type PaymentMethod = 'card' | 'giftCard';
