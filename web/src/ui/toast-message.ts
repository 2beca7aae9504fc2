export interface ToastMessage {
  text: string;
  action?: { label: string; run(): void };
}
