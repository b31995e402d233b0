{{- define "heddle.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "heddle.serviceAccount" -}}
{{- default (include "heddle.name" .) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "heddle.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "heddle.labels" -}}
{{ include "heddle.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- /* The environment of every process. */ -}}
{{- define "heddle.environment" -}}
- name: HEDDLE_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: HEDDLE_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.key }}
- name: HEDDLE_KEYS
  value: /etc/heddle/keys
- name: HEDDLE_S3_BUCKET
  value: {{ .Values.storage.bucket | quote }}
- name: HEDDLE_S3_REGION
  value: {{ .Values.storage.region | quote }}
{{- if .Values.storage.endpoint }}
- name: HEDDLE_S3_ENDPOINT
  value: {{ .Values.storage.endpoint | quote }}
{{- end }}
- name: HEDDLE_S3_ACCESS_KEY_ID
  valueFrom:
    secretKeyRef:
      name: {{ .Values.storage.existingSecret }}
      key: access-key-id
- name: HEDDLE_S3_SECRET_ACCESS_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.storage.existingSecret }}
      key: secret-access-key
- name: HEDDLE_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
- name: HEDDLE_METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
{{- if .Values.metrics.existingSecret }}
- name: HEDDLE_METRICS_TOKEN
  valueFrom:
    secretKeyRef:
      name: {{ .Values.metrics.existingSecret }}
      key: token
{{- end }}
{{- if .Values.trustProxy }}
- name: HEDDLE_TRUST_PROXY
  value: {{ join "," .Values.trustProxy | quote }}
{{- end }}
- name: HEDDLE_ADMIN_EMAIL
  value: {{ .Values.administrator.email | quote }}
{{- if .Values.administrator.existingSecret }}
- name: HEDDLE_ADMIN_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.administrator.existingSecret }}
      key: key
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- /* A deployment: pass root, component, processes and args. */ -}}
{{- define "heddle.deployment" -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "heddle.name" .root }}-{{ .component }}
  labels:
    {{- include "heddle.labels" . | nindent 4 }}
spec:
  replicas: {{ .processes.replicas }}
  selector:
    matchLabels:
      {{- include "heddle.selector" . | nindent 6 }}
  strategy:
    type: {{ $values.strategy }}
  template:
    metadata:
      labels:
        {{- include "heddle.labels" . | nindent 8 }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "heddle.serviceAccount" .root }}
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: {{ add $values.drainSeconds 40 }}
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ .component }}
          image: "{{ $values.image.repository }}:{{ default .root.Chart.AppVersion $values.image.tag }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args:
            {{- toYaml .args | nindent 12 }}
          env:
            {{- include "heddle.environment" .root | nindent 12 }}
          {{- with $values.settingsFrom }}
          envFrom:
            {{- range . }}
            - secretRef:
                name: {{ . }}
            {{- end }}
          {{- end }}
          ports:
            {{- if eq .component "serve" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: metrics
              containerPort: {{ $values.metrics.port }}
          # Migrations of a new version run before the first answer.
          startupProbe:
            httpGet: { path: /health, port: metrics }
            periodSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /health, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
          readinessProbe:
            httpGet: { path: /ready, port: {{ eq .component "serve" | ternary "http" "metrics" }} }
            periodSeconds: 5
            timeoutSeconds: 6
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          {{- with .processes.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          volumeMounts:
            - name: data
              mountPath: /data
            - name: keys
              mountPath: /etc/heddle
              readOnly: true
      volumes:
        # Caches and files on their way. What lasts is in the database and in the bucket.
        - name: data
          emptyDir: {}
        - name: keys
          secret:
            secretName: {{ $values.keys.existingSecret }}
            # The file is root's, and the group of the process may read it.
            defaultMode: 0440
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "heddle.selector" . | nindent 14 }}
{{- end -}}
